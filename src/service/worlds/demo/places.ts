/** A town, or a quarter of one, with its coordinates. */
export interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

type Places = readonly [Place, ...Place[]];

/** Depots of the delivery fleet, around Rotterdam. */
export const DEPOTS: Places = [
  { name: 'Waalhaven, Rotterdam', latitude: 51.8869, longitude: 4.4306 },
  { name: 'Spaanse Polder, Rotterdam', latitude: 51.9342, longitude: 4.4149 },
  { name: 'Delft', latitude: 52.0116, longitude: 4.3571 },
  { name: 'Dordrecht', latitude: 51.8133, longitude: 4.6901 },
];

/** Home towns of the drivers. */
export const HOMES: Places = [
  { name: 'Schiedam', latitude: 51.9171, longitude: 4.3987 },
  { name: 'Vlaardingen', latitude: 51.9121, longitude: 4.3419 },
  { name: 'Barendrecht', latitude: 51.8567, longitude: 4.5347 },
  { name: 'Capelle aan den IJssel', latitude: 51.9292, longitude: 4.5778 },
  { name: 'Gouda', latitude: 52.0115, longitude: 4.7104 },
  { name: 'Zoetermeer', latitude: 52.0607, longitude: 4.494 },
  { name: 'Spijkenisse', latitude: 51.845, longitude: 4.3292 },
  { name: 'Den Haag', latitude: 52.0705, longitude: 4.3007 },
];

/** Solar parks in the Alentejo. */
export const SOLAR_SITES: Places = [
  { name: 'Évora', latitude: 38.5714, longitude: -7.9135 },
  { name: 'Beja', latitude: 38.0151, longitude: -7.8632 },
  { name: 'Moura', latitude: 38.1401, longitude: -7.4486 },
  { name: 'Serpa', latitude: 37.9436, longitude: -7.5966 },
  { name: 'Elvas', latitude: 38.8815, longitude: -7.1628 },
  { name: 'Ourique', latitude: 37.6519, longitude: -8.2256 },
  { name: 'Ferreira do Alentejo', latitude: 38.0588, longitude: -8.1165 },
  { name: 'Reguengos de Monsaraz', latitude: 38.4241, longitude: -7.5348 },
];

/** Towns of the households and firms in the flexibility pool. */
export const POOL_TOWNS: Places = [
  { name: 'Antwerpen', latitude: 51.2194, longitude: 4.4025 },
  { name: 'Gent', latitude: 51.0543, longitude: 3.7174 },
  { name: 'Bruxelles', latitude: 50.8503, longitude: 4.3517 },
  { name: 'Leuven', latitude: 50.8798, longitude: 4.7005 },
  { name: 'Liège', latitude: 50.6326, longitude: 5.5797 },
  { name: 'Breda', latitude: 51.5719, longitude: 4.7683 },
  { name: 'Eindhoven', latitude: 51.4416, longitude: 5.4697 },
  { name: 'Utrecht', latitude: 52.0907, longitude: 5.1214 },
  { name: 'Maastricht', latitude: 50.8514, longitude: 5.691 },
  { name: 'Luxembourg', latitude: 49.6116, longitude: 6.1319 },
  { name: 'Aachen', latitude: 50.7753, longitude: 6.0839 },
  { name: 'Groningen', latitude: 53.2194, longitude: 6.5665 },
];
