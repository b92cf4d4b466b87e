import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { CardLayers } from "./card-layers.ts";

/** @returns the PNG's bytes */
export type DrawCard = (layers: CardLayers) => Promise<Uint8Array<ArrayBuffer>>;

interface Thread {
  readonly worker: Worker;
  /** What it has been sent and not answered, in that order. */
  readonly waiting: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[];
}

/** Each takes the memory of a renderer, and a build has no use for more. */
const MOST_THREADS = 4;

/** By the project's folder: the code that stands here is bundled into another one, the thread's is not. */
const THREAD = new URL("src/illustrations/social-card/card-thread.ts", pathToFileURL(`${process.cwd()}/`));

/**
 * Draws cards on all cores. Threads are started when they are needed, and do not keep the process alive.
 * @param font the file of the face that the cards' texts are set in
 */
export function cardThreads(font: Uint8Array): DrawCard {
  const threads: Thread[] = [];
  const most = Math.min(availableParallelism(), MOST_THREADS);
  return (layers) => {
    const idlest = threads.toSorted((a, b) => a.waiting.length - b.waiting.length)[0];
    const isBusy = !idlest || idlest.waiting.length > 0;
    const thread = isBusy && threads.length < most ? startThread(font, threads) : idlest;
    if (!thread) throw new Error("There is no thread to draw a social card in.");
    const answer = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    thread.waiting.push(answer);
    thread.worker.ref();
    thread.worker.postMessage(layers);
    return answer.promise;
  };
}

function startThread(font: Uint8Array, threads: Thread[]): Thread {
  const worker = new Worker(THREAD, { workerData: { font } });
  const thread: Thread = { worker, waiting: [] };
  threads.push(thread);
  worker.on("message", (png: Uint8Array<ArrayBuffer>) => {
    thread.waiting.shift()?.resolve(png);
    if (thread.waiting.length === 0) worker.unref();
  });
  worker.on("error", (error) => {
    threads.splice(threads.indexOf(thread), 1);
    for (const answer of thread.waiting) answer.reject(error);
  });
  return thread;
}
