import { compressStatic } from './scripts/launch/compress-static.mjs'

const TAKES_BROTLI = [{ type: 'header', key: 'accept-encoding', value: '.*\\bbr\\b.*' }]
const STATIC_TYPES = { js: 'application/javascript; charset=UTF-8', css: 'text/css; charset=UTF-8' }
const chunks = ending => `/_next/static/chunks/:file*.${ending}`

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // An address with a slash at its end is another way to write it: a redirect would come before every guard.
  skipTrailingSlashRedirect: true,
  // No page has pictures that the server would have to make smaller: without it strangers can have none made.
  images: { unoptimized: true },
  // In development Next would write instructions for coding agents into the project.
  agentRules: false,
  // The log of requests in development does not get to see the token.
  logging: { incomingRequests: { ignore: [/[?&]token=/] } },
  // What only the server uses is loaded once, not built into the file of each route.
  serverExternalPackages: [
    '@ai-sdk/anthropic',
    '@ai-sdk/google',
    '@ai-sdk/openai',
    '@ai-sdk/openai-compatible',
    '@modelcontextprotocol/client',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    'ai',
    'ajv',
    'cron-parser',
    'html-to-text',
    'ipaddr.js',
    'openid-client',
    'pdfjs-dist',
    'pg-boss',
    'prom-client',
    'sharp',
    'unbash',
    'undici',
    'zod',
  ],
  // The page gets its words read already (`lib/messages/messages.ts`), and loads only what puts them together.
  turbopack: { resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  // Types are checked once, by `npm run check`: nobody's first build waits for that again.
  typescript: { ignoreBuildErrors: true },
  compiler: { runAfterProductionCompile: compressStatic },
  // A browser that takes Brotli is sent the files that the build compressed; Next itself would compress with gzip.
  headers: async () =>
    Object.entries(STATIC_TYPES).map(([ending, type]) => ({
      source: chunks(ending),
      has: TAKES_BROTLI,
      headers: [
        { key: 'content-encoding', value: 'br' },
        { key: 'content-type', value: type },
        { key: 'vary', value: 'accept-encoding' },
      ],
    })),
  experimental: {
    // Pages are few and their code is the same: each is loaded when it is first asked for.
    preloadEntriesOnStart: false,
    // `unauthorized()` in a page answers 401 with app/unauthorized.tsx.
    authInterrupts: true,
    // Where a page cannot be fetched, the one on screen stays until it can: the browser’s own error page would take its place.
    useOffline: true,
    // Pages share most of their scripts. In few large files these are smaller than in many small ones, which are compressed
    // one by one.
    turbopackChunking: { minChunkSize: 200_000 },
  },
  // A page that is asked for with the token is answered by the exchange, which goes on to the page without it.
  rewrites: async () => ({
    beforeFiles: [
      ...Object.keys(STATIC_TYPES).map(ending => ({
        source: chunks(ending),
        has: TAKES_BROTLI,
        destination: `${chunks(ending)}.br`,
      })),
      {
        source: '/:path((?!api/|_next/).*)',
        has: [{ type: 'query', key: 'token' }],
        destination: '/api/sign-in',
      },
    ],
    afterFiles: [],
    fallback: [],
  }),
}

export default config
