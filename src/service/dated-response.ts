import {
  type IncomingMessage,
  ServerResponse,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http';
import type { ReportedClock } from './reported-clock.ts';

/** The current time as a Date header (RFC 9110, section 5.6.7). */
export function dateText(reported: ReportedClock): string {
  return new Date(reported.now()).toUTCString();
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A response whose Date header is always the service's reported time and not the machine's. */
export function datedResponse(reported: ReportedClock): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
      this.setHeader('date', dateText(reported));
      return typeof reason === 'string'
        ? super.writeHead(status, reason, headers)
        : super.writeHead(status, reason);
    }
  };
}
