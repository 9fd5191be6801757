'use client'

import { BrokenPage } from '@/components/page/plain-page'

export default BrokenPage
