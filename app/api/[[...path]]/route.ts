import { NOTHING } from '@/lib/auth/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = NOTHING
