/**
 * An import() with a retry. Firefox caches a failed import for as long as a page is open, so that the same import() would
 * fail for ever: a module that did not load is requested once more, at once, under an address that was not used before.
 * Browsers name the module in their error; one that does not has forgotten the failure.
 * @throws the browser's error when the module does not load now either
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\/\/\S+\.js$/.exec(String(error))?.[0];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
  }
}
