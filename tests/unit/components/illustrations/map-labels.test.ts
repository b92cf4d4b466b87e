import { describe, expect, it } from "vitest";
import { heroLabels, heroMap } from "~/components/illustrations/hero-map.ts";
import { type Box, boxesMeet, grown } from "~/components/illustrations/label-box.ts";
import { terminalHeight } from "~/components/illustrations/route.ts";
import { labelBox, routeMeetsBox } from "../../../fixtures/label-fit.ts";

const frameOf = (viewBox: string): Box => {
  const [x = 0, y = 0, width = 0, height = 0] = viewBox.split(" ").map(Number);
  return { x, y, width, height };
};

const isInside = (box: Box, frame: Box) =>
  box.x >= frame.x &&
  box.y >= frame.y &&
  box.x + box.width <= frame.x + frame.width &&
  box.y + box.height <= frame.y + frame.height;

function boxesOf(map: typeof heroMap) {
  const labels = heroLabels().map((label) => ({ name: label.text, box: labelBox(label) }));
  const stations = map.stations.map(({ name, kind, at: [x, y], to = [x, y] as const }) => ({
    name: `station ${name}`,
    box: grown({ x, y, width: to[0] - x, height: to[1] - y }, map.radii[kind]),
  }));
  const height = map.plateHeight;
  const plates = map.lines.map(({ name, plate: { x, y, width } }) => ({
    name: `plate ${name}`,
    box: { x: x - width / 2, y: y - height / 2, width, height },
  }));
  const { x, y, width, size, lines } = map.terminal;
  const terminal = { name: "terminal", box: { x, y, width, height: terminalHeight(lines.length, size) } };
  return { labels, stations, plates, terminal };
}

describe("the hero map", () => {
  const { labels, stations, plates, terminal } = boxesOf(heroMap);

  it("has no label that touches another label, a station, a plate or the terminal", () => {
    const obstacles = [...labels, ...stations, ...plates, terminal];
    for (const { name, box } of labels) {
      const touched = obstacles.filter((other) => other.name !== name && boxesMeet(box, other.box));
      expect(touched, name).toEqual([]);
    }
  });

  it("has no label and no terminal that touches a line", () => {
    for (const { name, box } of [...labels, terminal]) {
      const touched = heroMap.lines.filter(({ points }) =>
        routeMeetsBox(points, heroMap.radius, heroMap.lineWidth, box),
      );
      expect(touched, name).toEqual([]);
    }
  });

  it("has every station and both ends of an interchange on a line", () => {
    for (const { name, at, to } of heroMap.stations) {
      for (const [x, y] of to ? [at, to] : [at]) {
        const here = { x: x - 0.5, y: y - 0.5, width: 1, height: 1 };
        const lines = heroMap.lines.filter(({ points }) => routeMeetsBox(points, heroMap.radius, 0, here));
        expect(lines, name).not.toEqual([]);
      }
    }
  });

  it("keeps everything inside its frame", () => {
    const frame = frameOf(heroMap.viewBox);
    for (const { name, box } of [...labels, ...stations, ...plates, terminal]) {
      expect(isInside(box, frame), name).toBe(true);
    }
  });
});

it("the hero map's letters are at least 11 px high on a phone, where the map is 330 px wide", () => {
  const scale = 330 / frameOf(heroMap.viewBox).width;
  const { labelSize, plateSize, terminal } = heroMap;
  for (const size of [labelSize, plateSize, terminal.size]) expect(size * scale).toBeGreaterThanOrEqual(11);
});
