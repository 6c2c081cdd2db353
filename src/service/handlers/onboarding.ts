import { ENTITY_TYPES } from '../../contract/entity-type.ts';
import type { Handler } from '../call.ts';
import { BRANDS } from '../catalogue.ts';

/** Types that can be onboarded, each with its brands. Spec, "Onboarding". */
export const listEntityTypes: Handler<'listEntityTypes'> = (call) => {
  const { pager } = call.parts;
  const list = { path: call.path };
  const request = pager.request(list, call.query);
  const after = request.after?.[0] ?? -1;
  const rows = ENTITY_TYPES.map((type, position) => ({ type, position })).filter(
    ({ position }) => position > after,
  );
  const page = pager.page(
    list,
    request,
    rows.slice(0, request.size + 1),
    (row) => [row.position, ''],
    ({ type }) => ({ type, brands: [...BRANDS[type]] }),
  );
  return Promise.resolve(page);
};
