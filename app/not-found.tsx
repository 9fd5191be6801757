import { NothingHere } from '@/components/page/plain-page'

export default function NotFound() {
  return (
    <main>
      <NothingHere />
    </main>
  )
}
