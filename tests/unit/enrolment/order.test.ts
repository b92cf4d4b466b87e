import { describe, expect, test } from "vitest";
import { isSameOrder, registrationOf, tuitionOrder } from "~/domain/enrolment/order.ts";
import type { Registration } from "~/domain/enrolment/registration.ts";
import { fromMajor } from "~/domain/money/money.ts";
import { filledRegistration, orderOf } from "../../fixtures/enrolment.ts";

const shownOf = (order: ReturnType<typeof orderOf>, name: string) =>
  order.details.find((detail) => detail.name === name)?.value;

describe("the order for a registration", () => {
  test("charges the fee and the course together", () => {
    expect(orderOf().charge).toEqual({ currency: "NGN", minor: 49_500_000 });
    expect(orderOf({ currency: "USD" }).charge).toEqual({ currency: "USD", minor: 120_900 });
  });

  test("tells staff everything that was filled in, under the form's own names", () => {
    expect(orderOf().details.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "First Name: Ada",
      "Last Name: Obi",
      "Email Address: ada@example.com",
      "Phone Number: +2348012345678",
      "WhatsApp Number: +2348012345679",
      "Country: Nigeria",
      "State: Lagos",
      "Age: 25-29",
      "Gender: Female",
      "Education: Graduate",
      "Course: DevOps Full",
      "Cohort: 27 May 2024, cohort 8",
      "Course id: devops-full",
      "Consent: Yes",
      "News and offers by e-mail: No",
      "Registration fee: N15,000",
      "Course price: N480,000",
    ]);
  });

  test("names the guardian of a learner under 18, and of nobody else", () => {
    const guardian = {
      guardianName: " Ngozi Obi ",
      guardianContact: "+2348030000000",
      guardianConsent: true,
    };
    const guarded = orderOf({ registration: { ...guardian, age: "Under 18" } });
    expect(
      ["guardian_name", "guardian_contact", "guardian_consent"].map((name) => shownOf(guarded, name)),
    ).toEqual(["Ngozi Obi", "+2348030000000", "Yes"]);
    const grown = orderOf({ registration: guardian });
    expect(grown.details.filter(({ name }) => name.startsWith("guardian"))).toEqual([]);
    expect(registrationOf(guarded)).toMatchObject({ ...guardian, guardianName: "Ngozi Obi" });
  });

  test("says on a line of its own whether news and offers are wanted", () => {
    expect(shownOf(orderOf({ registration: { marketing: true } }), "marketing_consent")).toBe("Yes");
  });

  test("spells dollars out to the cent", () => {
    const order = orderOf({ currency: "USD" });
    expect(shownOf(order, "registration_fee")).toBe("$9.00");
    expect(shownOf(order, "course_price")).toBe("$1,200.00");
  });

  test("leaves out the blanks around a name and an address", () => {
    const order = orderOf({
      registration: { firstname: " Ada ", lastname: " Obi", email: " ada@example.com " },
    });
    expect(order.customer).toEqual(orderOf().customer);
    expect(order.details).toEqual(orderOf().details);
  });

  test("says so where nothing was given", () => {
    const order = orderOf({ registration: { state: "", track: "" } });
    expect([shownOf(order, "state"), shownOf(order, "track")]).toEqual(["Not given", "Not given"]);
  });
});

describe("a form taken back from its order", () => {
  test("is the form that was filled in", () => {
    expect(registrationOf(orderOf())).toEqual(filledRegistration());
  });

  test("has empty fields where nothing was given", () => {
    const sparse: Partial<Registration> = {
      state: "",
      track: "",
      phone: undefined,
      whatsapp: undefined,
      consent: false,
    };
    expect(registrationOf(orderOf({ registration: sparse }))).toEqual(filledRegistration(sparse));
  });

  test("survives being saved as JSON", () => {
    expect(registrationOf(JSON.parse(JSON.stringify(orderOf())))).toEqual(filledRegistration());
  });
});

describe("the same order", () => {
  test("is one for the same person, money and course, whenever it was made and whatever its reference", () => {
    const later = {
      ...orderOf({ reference: "REG-20261122-BBBBBBBBBB" }),
      createdAt: "2026-11-22T10:00:00.000Z",
    };
    expect(isSameOrder(orderOf(), later)).toBe(true);
    expect(isSameOrder(orderOf(), JSON.parse(JSON.stringify(orderOf())))).toBe(true);
  });

  test.each(
    Object.entries({
      firstname: "Bola",
      lastname: "Eze",
      email: "bola@example.com",
      phone: "+2348012345670",
      whatsapp: "+2348012345670",
      country: "Ghana",
      state: "Kano",
      age: "30-34",
      gender: "Male",
      education: "MBA",
      course: "devops-foundational",
      track: "",
    }),
  )("is not one with another %s", (field, value) => {
    expect(isSameOrder(orderOf(), orderOf({ registration: { [field]: value } }))).toBe(false);
  });

  test("is not one in the other currency", () => {
    expect(isSameOrder(orderOf(), orderOf({ currency: "USD" }))).toBe(false);
  });

  test("is not one for a kobo more or less", () => {
    const order = orderOf();
    for (const minor of [order.charge.minor - 1, order.charge.minor + 1]) {
      expect(isSameOrder(order, { ...order, charge: { currency: "NGN", minor } })).toBe(false);
    }
  });
});

test("the order for tuition knows the address, the course and the plan, and nothing else of the payer", () => {
  const order = tuitionOrder({
    email: " ada@example.com ",
    courseId: "devops-full",
    courseName: "DevOps Full",
    planName: "Five Installments",
    charge: fromMajor("NGN", 194_000),
    reference: "TUI-20261121-AAAAAAAAAA",
    now: new Date("2026-11-21T09:00:00.000Z"),
  });
  expect(order).toEqual({
    reference: "TUI-20261121-AAAAAAAAAA",
    purpose: "tuition",
    courseName: "DevOps Full",
    charge: { currency: "NGN", minor: 19_400_000 },
    customer: { email: "ada@example.com", firstName: "", lastName: "", phone: "" },
    details: [
      { name: "email", label: "Email Address", value: "ada@example.com" },
      { name: "course", label: "Course", value: "DevOps Full" },
      { name: "course_id", label: "Course id", value: "devops-full" },
      { name: "plan", label: "Payment plan", value: "Five Installments" },
    ],
    createdAt: "2026-11-21T09:00:00.000Z",
  });
});
