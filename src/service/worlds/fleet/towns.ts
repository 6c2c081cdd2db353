import { type Place, placesFrom } from '../demo/places.ts';

/** A part of Europe in which an aggregator is active, with ten towns. */
export interface Region {
  name: string;
  towns: readonly Place[];
}

/** The towns of each region, with their coordinates. */
const TOWNS = {
  'South Holland':
    'Rotterdam 51.92 4.48; Den Haag 52.07 4.3; Delft 52.01 4.36; Leiden 52.16 4.49; Gouda 52.01 4.71; Dordrecht 51.81 4.69; Zoetermeer 52.06 4.49; Schiedam 51.92 4.4; Vlaardingen 51.91 4.34; Alphen aan den Rijn 52.13 4.66',
  Flanders:
    'Antwerpen 51.22 4.4; Gent 51.05 3.72; Brugge 51.21 3.22; Leuven 50.88 4.7; Mechelen 51.03 4.48; Aalst 50.94 4.04; Kortrijk 50.83 3.26; Hasselt 50.93 5.34; Oostende 51.22 2.92; Genk 50.97 5.5',
  Wallonia:
    'Liège 50.63 5.58; Namur 50.47 4.87; Charleroi 50.41 4.44; Mons 50.45 3.95; Tournai 50.61 3.39; Verviers 50.59 5.86; Arlon 49.68 5.82; Wavre 50.72 4.61; Dinant 50.26 4.91; Bastogne 50 5.72',
  'Rhine and Ruhr':
    'Köln 50.94 6.96; Düsseldorf 51.23 6.78; Dortmund 51.51 7.47; Essen 51.46 7.01; Duisburg 51.43 6.76; Bochum 51.48 7.22; Wuppertal 51.26 7.15; Bonn 50.74 7.1; Aachen 50.78 6.08; Krefeld 51.33 6.57',
  'Northern Germany':
    'Hamburg 53.55 10; Bremen 53.08 8.8; Kiel 54.32 10.14; Lübeck 53.87 10.69; Oldenburg 53.14 8.21; Flensburg 54.78 9.44; Emden 53.37 7.21; Stade 53.6 9.48; Husum 54.48 9.05; Cuxhaven 53.86 8.69',
  Bavaria:
    'München 48.14 11.58; Nürnberg 49.45 11.08; Augsburg 48.37 10.9; Regensburg 49.01 12.1; Ingolstadt 48.77 11.42; Würzburg 49.79 9.95; Passau 48.57 13.43; Rosenheim 47.86 12.12; Landshut 48.54 12.15; Kempten 47.73 10.32',
  'Hauts-de-France':
    'Lille 50.63 3.06; Amiens 49.89 2.3; Roubaix 50.69 3.17; Dunkerque 51.03 2.38; Calais 50.95 1.86; Valenciennes 50.36 3.52; Arras 50.29 2.78; Douai 50.37 3.08; Beauvais 49.43 2.08; Lens 50.43 2.83',
  Jutland:
    'Aarhus 56.16 10.2; Aalborg 57.05 9.92; Esbjerg 55.48 8.46; Randers 56.46 10.04; Kolding 55.49 9.47; Horsens 55.86 9.85; Vejle 55.71 9.54; Herning 56.14 8.97; Viborg 56.45 9.4; Silkeborg 56.17 9.55',
  'Lower Austria':
    'Wien 48.21 16.37; St. Pölten 48.2 15.62; Krems 48.41 15.6; Baden 48.01 16.23; Mödling 48.09 16.28; Tulln 48.33 16.05; Amstetten 48.12 14.87; Horn 48.66 15.66; Zwettl 48.6 15.17; Mistelbach 48.57 16.57',
  Alentejo:
    'Évora 38.57 -7.91; Beja 38.02 -7.86; Moura 38.14 -7.45; Serpa 37.94 -7.6; Elvas 38.88 -7.16; Ourique 37.65 -8.23; Estremoz 38.84 -7.59; Portalegre 39.29 -7.43; Sines 37.96 -8.87; Mértola 37.64 -7.66',
} as const;

/** Ten regions of ten towns. */
export const REGIONS: readonly Region[] = Object.entries(TOWNS).map(([name, text]) => ({
  name,
  towns: placesFrom(text),
}));
