'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SignInAgain } from '@/components/sign-in/sign-in-again'
import { createQueryClient } from '@/lib/client/query-client'

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      {children}
      <SignInAgain />
    </QueryClientProvider>
  )
}
