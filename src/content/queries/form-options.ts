import { requireSingle } from "./require-single.ts";

export const getFormOptions = () => requireSingle("formOptions");
