import { deleteSignIn } from '@/lib/auth/sign-ins'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sign-ins/{id}', {
  DELETE: visit => deleteSignIn(visit, visit.params.id),
})
