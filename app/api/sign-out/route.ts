import { signOut } from '@/lib/auth/sign-in'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sign-out', {
  POST: ({ current, working, request }) => signOut(current, working, request),
})
