import { MESSAGES_FILES } from '../messages-file'

/** What every page says, which strangers read too. A name that is not known is that of another version. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const entry = Object.values(MESSAGES_FILES).find(({ address }) => address === `/messages/${file}`)
  if (!entry) return new Response(null, { status: 404 })
  return new Response(entry.content, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
}
