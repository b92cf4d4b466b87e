import { logError, reasonOf } from "~/edge/log.ts";

/** Runs the sweeps concurrently; one that fails does not stop the others. Never rejects. */
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
