import { playAreas } from '../support/recording/play-areas.ts'
import { REFUSAL_AREAS } from './recorded/areas.ts'

playAreas(REFUSAL_AREAS)
