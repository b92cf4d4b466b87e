import type { AnyAction } from "./action.ts";
import { correct } from "./correct.ts";
import { erase } from "./erase.ts";
import { lookedAt, message } from "./message.ts";
import { move } from "./move.ts";
import { note } from "./note.ts";
import { recordPayment } from "./record-payment.ts";
import { refund } from "./refund.ts";
import { send } from "./send.ts";
import { withdraw } from "./withdraw.ts";

/** All that can be done about an enrolment, in the order in which it is offered. */
export const ACTIONS: readonly AnyAction[] = [
  message,
  recordPayment,
  send,
  lookedAt,
  note,
  correct,
  move,
  withdraw,
  refund,
  erase,
];
