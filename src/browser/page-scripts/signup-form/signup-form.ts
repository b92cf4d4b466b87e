/** The script of Signup's page. */
import { part } from "../part.ts";
import { enhanceForm, type SignupData } from "./enhance-form.ts";

const data: SignupData = JSON.parse(part("[data-signup]").textContent);

enhanceForm(part<HTMLFormElement>("form[data-fill]"), data);
