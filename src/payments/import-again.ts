/**
 * What to do when an import() failed: asks for the module once more, at once, under an address that nobody has asked for.
 * Firefox remembers for as long as a page is open that a module could not be had, so that the same import() would fail
 * for ever. Browsers name the module in their error; where one does not, it has forgotten that the module failed.
 * @throws the error itself when the module cannot be had now either
 */
export async function importAgain(error: unknown): Promise<never> {
  const address = /https?:\/\/\S+\.js$/.exec(String(error))?.[0];
  if (!address) throw error;
  return import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
}
