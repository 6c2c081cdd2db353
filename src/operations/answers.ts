import { Collective } from '../contract/collective.ts';
import { Command } from '../contract/command.ts';
import { ENDPOINTS, type EndpointName } from '../contract/endpoints.ts';
import type { CallInput } from '../bff/upstream/client.ts';
import type { PlaceLearning } from './fleet/place-store.ts';

/** Who keeps what the Service answers to operators. */
export interface AnswerSubscribers {
  /** A Command that was read or canceled alone. */
  onCommand(command: Command): Promise<void>;
  /** A page of an Entity's Commands. */
  onCommands(entityId: string, commands: readonly Command[]): Promise<void>;
  /** The Collective as it is after a Member was removed. */
  onCollective(collective: Collective): Promise<void>;
  places: PlaceLearning;
}

type Learn = (input: CallInput, value: unknown) => Promise<void>;

/** Hands each answer of the Service to the part of the console that keeps it. */
export function createAnswerSubscriber(subscribers: AnswerSubscribers) {
  const { places } = subscribers;
  const onOneCommand: Learn = (_input, value) => subscribers.onCommand(Command.parse(value));
  const learn: Readonly<Partial<Record<EndpointName, Learn>>> = {
    async listLocations({ params: { entityId = '' }, query }, value) {
      const { data, meta } = ENDPOINTS.listLocations.answer.parse(value);
      const isWhole =
        query.continuationToken === undefined && (meta?.continuationToken ?? null) === null;
      await places.onListed(entityId, data, isWhole);
    },
    getLocation: ({ params: { entityId = '' } }, value) =>
      places.onListed(entityId, [ENDPOINTS.getLocation.answer.parse(value)], false),
    deleteLocation: ({ params: { entityId = '', locationId = '' } }) =>
      places.onDeleted(entityId, locationId),
    cancelCommand: onOneCommand,
    getCommand: onOneCommand,
    listCommands: ({ params: { entityId = '' } }, value) =>
      subscribers.onCommands(entityId, ENDPOINTS.listCommands.answer.parse(value).data),
    async removeMember({ params }, value) {
      const collective = Collective.parse(value);
      if (collective.id === params['collectiveId']) await subscribers.onCollective(collective);
    },
  };
  return async (name: EndpointName, input: CallInput, value: unknown): Promise<void> => {
    await learn[name]?.(input, value);
  };
}
