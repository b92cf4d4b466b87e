/** A thread that draws cards, one after the other: it is sent their layers, and answers each with the PNG's bytes. */
import { parentPort, workerData } from "node:worker_threads";
import { type CardLayers, layerDrawer } from "./card-layers.ts";
import { encodePng } from "./png.ts";
import { startRasteriser } from "./rasteriser.ts";

const { font }: { font: Uint8Array } = workerData;
const draw = layerDrawer(await startRasteriser(font));
parentPort?.on("message", (layers: CardLayers) => parentPort?.postMessage(encodePng(draw(layers))));
