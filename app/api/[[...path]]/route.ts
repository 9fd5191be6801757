import { notFoundRoutes } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = notFoundRoutes()
