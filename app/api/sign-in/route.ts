import { openEndpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { signIn } from '@/lib/auth/sign-in'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  GET: openEndpoint('signIn', ({ current, request, query }) => signIn(current, request, query)),
})
