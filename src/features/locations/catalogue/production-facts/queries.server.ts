import { type RawBuilder, sql } from 'kysely';
import { PUBLIC_FACT_NAMES } from './fact-table.server.ts';

const FACTS = sql`jsonb_object_agg(f.fact, jsonb_build_object('value', f.value, 'source', f.source, 'stated_on', f.stated_on))`;

/** SQL: the names of the public facts, as a list. */
export const PUBLIC_FACT_LIST: RawBuilder<unknown> = sql.join(PUBLIC_FACT_NAMES.map((name) => sql.lit(name)));

/** SQL: the production facts of the working copy of location `l` by name; null without any. */
export const STORED_FACTS: RawBuilder<unknown> = sql`(select ${FACTS} from location_facts f where f.location_id = l.id)`;

/** SQL: those of them that are public. */
export const PUBLIC_FACTS: RawBuilder<unknown> = sql`(
  select ${FACTS} from location_facts f
  where f.location_id = l.id and f.fact in (${PUBLIC_FACT_LIST}))`;
