import { BatteryCapacity, BatteryCapacityChange } from '../../contract/battery-capacity.ts';
import { ChargeSession } from '../../contract/charge-session.ts';
import { Collective, Member } from '../../contract/collective.ts';
import {
  Command,
  CommandBatch,
  CommandRequest,
  ScheduledCommandRequest,
  Verification,
} from '../../contract/command.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { EntityType } from '../../contract/entity-type.ts';
import { ErrorBody } from '../../contract/error-body.ts';
import { Feature, FeatureChange } from '../../contract/feature.ts';
import { Location } from '../../contract/location.ts';
import { OffboardingCreation, OffboardingRequest } from '../../contract/offboarding-request.ts';
import { Quantity, TitledError } from '../../contract/primitives.ts';
import { nameSchemas } from '../../contract/openapi.ts';
import { TokenAnswer, TokenRequest } from '../../contract/token.ts';

/** The named schemas of the interface. */
export const SCHEMAS = nameSchemas([
  ['BatteryCapacity', BatteryCapacity],
  ['BatteryCapacityChange', BatteryCapacityChange],
  ['ChargeSession', ChargeSession],
  ['ChargeSessionPage', ENDPOINTS.listChargeSessions.answer],
  ['Collective', Collective],
  ['Command', Command],
  ['CommandBatch', CommandBatch],
  ['CommandPage', ENDPOINTS.listCommands.answer],
  ['CommandRequest', CommandRequest],
  ['EntityType', EntityType],
  ['EntityTypePage', ENDPOINTS.listEntityTypes.answer],
  ['ErrorBody', ErrorBody],
  ['Feature', Feature],
  ['FeatureChange', FeatureChange],
  ['Location', Location],
  ['LocationPage', ENDPOINTS.listLocations.answer],
  ['Member', Member],
  ['MemberPage', ENDPOINTS.listMembers.answer],
  ['OffboardingCreation', OffboardingCreation],
  ['OffboardingRequest', OffboardingRequest],
  ['OffboardingRequestPage', ENDPOINTS.listOffboardingRequests.answer],
  ['Quantity', Quantity],
  ['ScheduledCommandRequest', ScheduledCommandRequest],
  ['TitledError', TitledError],
  ['TokenAnswer', TokenAnswer],
  ['TokenRequest', TokenRequest],
  ['Verification', Verification],
]);
