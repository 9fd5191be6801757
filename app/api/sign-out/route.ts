import { endpoint } from '@/lib/auth/endpoint'
import { resource } from '@/lib/auth/resource'
import { signOut } from '@/lib/auth/sign-in'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource({
  POST: endpoint('signOut', ({ deps, request }) => signOut(deps.db, request)),
})
