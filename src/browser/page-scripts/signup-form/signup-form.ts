/** The script of Signup's page. */
import { part } from "../part.ts";
import { enhanceForm, type SignupData } from "./enhance-form.ts";

const data: SignupData = JSON.parse(part("[data-signup]").textContent);

// The page's frame, which this imports, has just run: keys pressed meanwhile are handled first.
setTimeout(() => enhanceForm(part<HTMLFormElement>("form[data-fill]"), data));
