export type BaseUrl = { ok: true; url: string } | { ok: false; message: string }

/**
 * Reads a configured base URL: the prefix that endpoint paths are appended to. A bare origin gets
 * `usualPath`. Credentials and queries in it are refused, since addresses are shown and logged.
 */
export function readBaseUrl(text: string, usualPath: string): BaseUrl {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol))
    return refuse('is not an address. Write it like http://127.0.0.1:11434/v1.')
  if (url.username || url.password) return refuse('must not hold a user or a password.')
  if (url.search || url.hash) return refuse('must end with its path: no “?” and no “#”.')
  const path = url.pathname.replace(/\/+$/, '')
  return { ok: true, url: url.origin + (path || usualPath) }
}

const refuse = (message: string): BaseUrl => ({ ok: false, message })
