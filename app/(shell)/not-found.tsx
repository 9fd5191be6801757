import { NothingHere } from '@/components/page/plain-page'

export default NothingHere
