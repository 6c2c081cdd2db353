import type { EntityTypeName } from '../contract/entity-type.ts';

/** Brands that can be onboarded for each type of Entity. */
export const BRANDS: Readonly<Record<EntityTypeName, readonly [string, ...string[]]>> = {
  Battery: ['BYD', 'Enphase', 'Huawei', 'SolarEdge', 'sonnen', 'Tesla', 'Victron'],
  ChargePoint: ['ABB', 'Alfen', 'Alpitronic', 'Easee', 'Kempower', 'Wallbox'],
  EV: [
    'BMW',
    'Citroën',
    'Fiat',
    'Ford',
    'Mercedes-Benz',
    'Opel',
    'Peugeot',
    'Renault',
    'Volkswagen',
  ],
  HeatPump: ['Daikin', 'Nibe', 'Vaillant', 'Viessmann'],
  Inverter: ['Fronius', 'Huawei', 'SMA', 'SolarEdge', 'Sungrow'],
  Meter: ['Iskra', 'Kamstrup', 'Landis+Gyr'],
  RetrofitMeter: ['HomeWizard', 'Shelly'],
  SolarPlant: ['Fronius', 'Huawei', 'SMA', 'SolarEdge', 'Sungrow'],
};

/**
 * Brands whose vehicles report a state of charge in percent only: the capacity must be known before
 * sessions can be captured. Public facts, "Charge sessions".
 */
export const NEEDS_CAPACITY: ReadonlySet<string> = new Set(['Fiat', 'Opel', 'Peugeot', 'Citroën']);
