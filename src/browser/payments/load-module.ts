/**
 * An import() that can be tried again. Firefox remembers for as long as a page is open that a module could not be had, so
 * that the same import() would fail for ever: a module that did not come is asked for once more, at once, under an
 * address that was not used before. Browsers name it in their error; where one does not, it has forgotten the failure.
 * @throws the browser's error when the module cannot be had now either
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
