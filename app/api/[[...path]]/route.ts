import { reachServer } from '@/lib/server/reach-server'

type Context = { params: Promise<{ path?: string[] }> }

async function handle(request: Request, { params }: Context): Promise<Response> {
  const server = await reachServer()
  return server.dispatch(request, (await params).path ?? [])
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
