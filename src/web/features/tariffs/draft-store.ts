import { keptInTab } from '../../api/kept-in-tab.ts';
import { TariffDraft } from './tariff-draft.ts';

/** The draft of a tariff. @param edited its id, or `new` */
export const keptTariff = (edited: string) => keptInTab(`gridhelm-tariff-${edited}`, TariffDraft);
