import {
  type IncomingMessage,
  ServerResponse,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http';
import type { ReportedClock } from './reported-clock.ts';

/** Now, as a Date header tells it (RFC 9110, section 5.6.7). */
export function dateText(told: ReportedClock): string {
  return new Date(told.now()).toUTCString();
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A response whose Date header, in every answer, is the time that the service tells and not the machine's. */
export function datedResponse(told: ReportedClock): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
      this.setHeader('date', dateText(told));
      return typeof reason === 'string'
        ? super.writeHead(status, reason, headers)
        : super.writeHead(status, reason);
    }
  };
}
