import { geoNaturalEarth1 } from "d3-geo";
import type { Point } from "../route.ts";
import { tenths } from "../tenths.ts";

/** The world as the map shows it: without Antarctica and the empty Pacific. Units are the map's own. */
export const mapWidth = 800;
export const mapHeight = 400;

// Turned so that the Atlantic is near the middle: Africa, Europe and North America get the room.
export const projection = geoNaturalEarth1()
  .rotate([-12, 0])
  .scale(164)
  .translate([mapWidth / 2 - 14, 230])
  .clipExtent([
    [0, 0],
    [mapWidth, mapHeight],
  ]);

/**
 * Where a place lies on the map.
 * @throws RangeError when the map does not show it, with the words an editor needs.
 */
export function pointOf(place: { city: string; latitude: number; longitude: number }): Point {
  const point = projection([place.longitude, place.latitude]);
  if (!point || point[0] < 0 || point[1] < 0 || point[0] > mapWidth || point[1] > mapHeight) {
    throw new RangeError(
      `${place.city} (${place.latitude}, ${place.longitude}) is outside the alumni map. Check its latitude and longitude.`,
    );
  }
  return [tenths(point[0]), tenths(point[1])];
}
