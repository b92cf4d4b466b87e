// Puts the distribution's packages on a machine that has apt-get and lets us use it. Fails quietly anywhere else.
import { spawnSync } from "node:child_process";

const apt = (...args) =>
  spawnSync("apt-get", args, {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/** @returns {boolean} whether the list of packages is fresh now */
export const updatePackages = () => apt("update", "-qq");

/** @param {string[]} names of packages, and apt-get's options for them @returns {boolean} whether all are there now */
export const installPackages = (...names) => apt("install", "-y", "-qq", ...names);
