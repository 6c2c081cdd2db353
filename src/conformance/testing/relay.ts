import { type IncomingMessage, type RequestListener, createServer } from 'node:http';
import { z } from '../../contract/zod.ts';
import type { ServiceUnderTest } from '../../service/test-support.ts';

/** A test server on its own port. */
export interface Served {
  origin: string;
  close: () => void;
}

/** Starts a server on a free port. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** One exchange; a lie changes the request or the answer of the embedded service. */
interface Exchange {
  method: string;
  /** At the embedded service. */
  url: URL;
  authorization: string | undefined;
  body: string;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** How a deployment differs from the embedded service behind it. */
export interface Lies {
  /** Changes the request. */
  asked?: (exchange: Exchange) => void;
  /** Changes the answer; null: the connection breaks. */
  answered?: (exchange: Exchange, reply: Reply, origin: string) => Reply | null;
}

/** A deployment that relays everything to the embedded service, except for some lies. */
export async function relay(sut: ServiceUnderTest, { asked, answered }: Lies): Promise<Served> {
  const served = await serve((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', sut.service.baseUrl);
      const { authorization, 'content-type': type } = request.headers;
      const exchange: Exchange = {
        method: request.method ?? 'GET',
        url: url.pathname === '/token' ? new URL(sut.service.authUrl) : url,
        authorization,
        body: await bodyOf(request),
      };
      asked?.(exchange);
      const answer = await fetch(exchange.url, {
        method: exchange.method,
        headers: {
          ...(exchange.authorization !== undefined && { authorization: exchange.authorization }),
          ...(type !== undefined && { 'content-type': type }),
        },
        ...(exchange.body !== '' && { body: exchange.body }),
      });
      const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers);
      const text = (await answer.text()).replaceAll(sut.service.baseUrl, served.origin);
      const reply = { status: answer.status, headers, text };
      const last = answered === undefined ? reply : answered(exchange, reply, served.origin);
      if (last === null) response.destroy();
      else response.writeHead(last.status, last.headers).end(last.text);
    })();
  });
  return served;
}

const Fields = z.record(z.string(), z.unknown());

/** A JSON answer with changed fields. */
export function withFields(text: string, fields: object): string {
  return JSON.stringify({ ...Fields.parse(JSON.parse(text)), ...fields });
}
