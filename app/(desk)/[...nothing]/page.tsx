import { notFound } from 'next/navigation'
import { knownVisitor } from '@/app/visitor'

/** Every other address. A stranger is not told which there are. */
export default async function NothingPage() {
  await knownVisitor()
  notFound()
}
