/** A town, or a quarter of one, with its coordinates. */
export interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

type Places = readonly [Place, ...Place[]];

/** @param text name, latitude and longitude, as is easy to check against a map */
function placeFrom(text: string): Place {
  const parts = text.split(' ');
  const [latitude = 0, longitude = 0] = parts.slice(-2).map(Number);
  return { name: parts.slice(0, -2).join(' '), latitude, longitude };
}

/** Places of a text, separated by semicolons. */
export function placesFrom(text: string): Places {
  const [first = '', ...others] = text.split('; ');
  return [placeFrom(first), ...others.map(placeFrom)];
}

/** Degrees to about a metre. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

/** Depots of the delivery fleet, around Rotterdam. */
export const DEPOTS = placesFrom(
  'Waalhaven, Rotterdam 51.8869 4.4306; Spaanse Polder, Rotterdam 51.9342 4.4149; Delft 52.0116 4.3571; Dordrecht 51.8133 4.6901',
);

/** Home towns of the drivers. */
export const HOMES = placesFrom(
  'Schiedam 51.9171 4.3987; Vlaardingen 51.9121 4.3419; Barendrecht 51.8567 4.5347; Capelle aan den IJssel 51.9292 4.5778; Gouda 52.0115 4.7104; Zoetermeer 52.0607 4.494; Spijkenisse 51.845 4.3292; Den Haag 52.0705 4.3007',
);

/** Solar parks in the Alentejo. */
export const SOLAR_SITES = placesFrom(
  'Évora 38.5714 -7.9135; Beja 38.0151 -7.8632; Moura 38.1401 -7.4486; Serpa 37.9436 -7.5966; Elvas 38.8815 -7.1628; Ourique 37.6519 -8.2256; Ferreira do Alentejo 38.0588 -8.1165; Reguengos de Monsaraz 38.4241 -7.5348',
);

/** Towns of the households and firms in the flexibility pool. */
export const POOL_TOWNS = placesFrom(
  'Antwerpen 51.2194 4.4025; Gent 51.0543 3.7174; Bruxelles 50.8503 4.3517; Leuven 50.8798 4.7005; Liège 50.6326 5.5797; Breda 51.5719 4.7683; Eindhoven 51.4416 5.4697; Utrecht 52.0907 5.1214; Maastricht 50.8514 5.691; Luxembourg 49.6116 6.1319; Aachen 50.7753 6.0839; Groningen 53.2194 6.5665',
);
