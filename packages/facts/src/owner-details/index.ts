// What pages tell of their owners by the tables of many countries:
//   registration-numbers/   numbers of registers and tax offices
//   country-signs/          signs of a country in the text
//   payment-marks.ts        means of payment
//   opening-hours.ts        opening hours
// Nothing else imports from this folder: ../owner-details.ts loads it.
export { signEvidence } from './country-signs/country-signs.ts';
export { openingHours } from './opening-hours.ts';
export { paymentMarks } from './payment-marks.ts';
export { statedNumbers as registrationNumbers } from './registration-numbers/stated-numbers.ts';
