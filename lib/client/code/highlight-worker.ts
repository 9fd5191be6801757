import type { CodeRequest } from './code-request'
import { colourLines } from './colour-lines'

/** Runs beside the page: whatever a text does to it, the page goes on. */
self.addEventListener('message', async ({ data }: MessageEvent<{ id: number; request: CodeRequest }>) => {
  const { id, request } = data
  self.postMessage({ id, colours: await colourLines(request).catch(() => null) })
})
