/**
 * What a Range header asks of a kept file, as a server would answer it: the page reads headers of weight files that way.
 * Several ranges at once and unknown units are answered with the whole file, as HTTP allows.
 */
export async function partOfKept(kept: Response, range: string | null): Promise<Response> {
  const asked = /^bytes=(\d*)-(\d*)$/u.exec(range?.trim() ?? '');
  if (asked === null || (asked[1] === '' && asked[2] === '')) return kept;
  const body = await kept.blob();
  const [, from = '', to = ''] = asked;
  const first = from === '' ? Math.max(0, body.size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? body.size - 1 : Math.min(Number(to), body.size - 1);
  if (to !== '' && from !== '' && Number(to) < Number(from))
    return new Response(body, { headers: kept.headers });
  const headers = new Headers(kept.headers);
  if (first >= body.size || last < first) {
    headers.set('Content-Range', `bytes */${body.size}`);
    headers.set('Content-Length', '0');
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Range', `bytes ${first}-${last}/${body.size}`);
  headers.set('Content-Length', String(last - first + 1));
  return new Response(body.slice(first, last + 1), { status: 206, headers });
}
