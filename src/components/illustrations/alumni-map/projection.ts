import { geoNaturalEarth1 } from "d3-geo";
import { type Point, tenths } from "../route.ts";

/** The map's size in its own units. It shows the world without Antarctica and the empty Pacific. */
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
 * A place on the map.
 * @throws RangeError for editors when the place is outside the map
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
