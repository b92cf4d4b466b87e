// Says which engines the journeys will be left out for. CI installs them before, as ENGINES=1 does, where the distribution
// has them; a developer's machine is not filled up with them unasked.
import { installPackages, updatePackages } from "./debian-packages.mjs";
import { otherEngines } from "./find-other-engines.mjs";

const missing = () => otherEngines().filter(({ isThere }) => !isThere);

const { CI, ENGINES } = process.env;
if ((CI || ENGINES) && missing().length > 0 && updatePackages()) {
  for (const { name, packages } of missing()) {
    console.log(`No ${name} for the tests yet, installing it ...`);
    installPackages("--no-install-recommends", ...packages);
  }
}

for (const { name, packages } of missing()) {
  console.log(
    `${name} is not on this machine: its journeys are left out (ENGINES=1 npm test; Debian: apt-get install ${packages.join(" ")}).`,
  );
}
