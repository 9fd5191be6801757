'use client'

import { createContext, useContext } from 'react'
import { OWNER, type Person } from '@/lib/domain/contract/person'

const Me = createContext<Person>(OWNER)

/** Who is signed in on this page. */
export const MeProvider = Me.Provider
export const useMe = (): Person => useContext(Me)
