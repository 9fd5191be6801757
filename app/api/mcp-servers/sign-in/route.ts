import { signInReturn } from '@/lib/domain/mcp/server-sign-in'
import { resource } from '@/lib/http/resource'

/** A navigation from another site comes without our cookie, and one from this page has it. */
export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/mcp-servers/sign-in', {
  GET: async ({ query }) => {
    const target = signInReturn(query).replaceAll('&', '&amp;')
    const html = `<!doctype html>
<html lang="en"><title>Countersign</title><meta http-equiv="refresh" content="0;url=${target}">
<a href="${target}">Go on to Countersign</a></html>`
    return new Response(html, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    })
  },
})
