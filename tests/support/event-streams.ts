export const EVENT_STREAM = 'text/event-stream';

/** Returns the text of a response; of a stream, which does not end, its first event. */
export async function readText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith(EVENT_STREAM)) return response.text();
  const events = readEvents(response);
  const { value } = await events.next();
  await events.return(undefined);
  return value ?? '';
}

/** The data of the events of a stream, until it ends; its comments are left out. */
export async function* readEvents(response: Response): AsyncGenerator<string, undefined> {
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield data;
    }
  }
  return undefined;
}
