/** Whether a map can show these coordinates, in degrees. The interface sets no bounds. */
export function validCoordinates(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
