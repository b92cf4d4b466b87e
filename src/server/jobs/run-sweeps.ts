import { logError, reasonOf } from "../log.ts";

/** Does each sweep by itself: one that fails does not keep the others from their work. Never rejects. */
export async function runSweeps(sweeps: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
  await Promise.all(
    Object.entries(sweeps).map(async ([name, sweep]) => {
      try {
        await sweep();
      } catch (error) {
        logError("sweep-failed", { name, reason: reasonOf(error) });
      }
    }),
  );
}
