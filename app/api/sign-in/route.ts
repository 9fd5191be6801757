import { signIn } from '@/lib/auth/sign-in'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sign-in', {
  GET: ({ current, request, query }) => signIn(current, request, query),
})
