import { formatDistance } from '../../../../../geography/format-distance.ts';
import { getKilometresBetween } from '../../../../../geography/measure.ts';
import { Picture } from '../../../../../media/ui/Picture.tsx';
import { listFacts } from '../../../fields/fact-fields.ts';
import { type PublicLocation, getLocationPath } from '../../../schema.ts';
import { CardPicture } from '../card/LocationCard.tsx';
import { formatComparisonHref } from './comparison-links.ts';
import './comparison.css';

/** Photographs below the first one. */
const MAX_FURTHER = 3;

interface ComparedTexts {
  readonly label: string;
  /** One for each location. */
  readonly values: readonly string[];
}

/**
 * Locations side by side: photographs, facts that one of them has, and how far they are from the first one.
 * @param props.further rows of another feature
 */
export function LocationComparison(props: { locations: readonly PublicLocation[]; further: readonly ComparedTexts[] }) {
  const { locations, further } = props;
  return (
    <>
      <p className="comparison__hint muted small no-print">Scroll sideways to see all locations.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be scrolled by keyboard too */}
      <div className="comparison" role="region" aria-label="Compared locations" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Location</th>
              {locations.map((location) => (
                <th key={location.id} scope="col">
                  <div className="frame">
                    <CardPicture location={location} sizes="(min-width: 1000px) 22vw, 50vw" priority />
                  </div>
                  <a className="link" href={getLocationPath(location)}>
                    {location.title}
                  </a>
                  {location.sample && <p className="muted small">Sample</p>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {locations.some(({ images }) => images.length > 1) && (
              <Row label="More photographs" locations={locations} render={renderFurther} />
            )}
            {listRows(locations, further).map(({ label, values }) => (
              <Row key={label} label={label} locations={locations} render={(_, index) => values[index] || '–'} />
            ))}
            {locations.length > 1 && <Row label="Comparison" locations={locations} render={renderRemoval(locations)} />}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row(props: {
  label: string;
  locations: readonly PublicLocation[];
  render: (location: PublicLocation, index: number) => React.ReactNode;
}) {
  const { label, locations, render } = props;
  return (
    <tr>
      <th scope="row">{label}</th>
      {locations.map((location, index) => (
        <td key={location.id}>{render(location, index)}</td>
      ))}
    </tr>
  );
}

/** The facts and further texts that a location has a value for, and the distances. */
function listRows(locations: readonly PublicLocation[], further: readonly ComparedTexts[]): ComparedTexts[] {
  const facts = locations.map((location) => [
    { label: 'Nearest town', value: location.nearesttown },
    ...listFacts(location),
  ]);
  const rows = (facts[0] ?? []).map(({ label }, row) => ({ label, values: facts.map((list) => list[row]!.value) }));
  const distances = locations.map((location, index) =>
    index === 0 ? '' : formatDistanceBetween(locations[0]!, location),
  );
  const distance = { label: `Distance from ${locations[0]?.title}`, values: distances };
  return [...rows, ...listProductionFacts(locations), ...further, distance].filter(({ values }) =>
    values.some((value) => value !== ''),
  );
}

/** The production facts that one of the locations has; one that is not known has no value. */
function listProductionFacts(locations: readonly PublicLocation[]): ComparedTexts[] {
  const groups = locations.map(({ production_facts }) => production_facts);
  return mergeOrders(groups.map((list) => list.map(({ title }) => title))).flatMap((title) => {
    const facts = groups.map((list) => list.find((group) => group.title === title)?.facts ?? []);
    return mergeOrders(facts.map((list) => list.map(({ label }) => label))).map((label) => ({
      label,
      values: facts.map((list) => list.find((fact) => fact.label === label)?.text ?? ''),
    }));
  });
}

/** The names of several lists, each once: one that the first list does not have comes after its predecessor. */
function mergeOrders(lists: readonly (readonly string[])[]): string[] {
  const merged: string[] = [];
  for (const list of lists) {
    let next = 0;
    for (const name of list) {
      if (!merged.includes(name)) merged.splice(next, 0, name);
      next = merged.indexOf(name) + 1;
    }
  }
  return merged;
}

function formatDistanceBetween(from: PublicLocation, to: PublicLocation): string {
  const [start, end] = [from, to].map(({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : { latitude, longitude },
  );
  return start && end ? formatDistance(getKilometresBetween(start, end)) : '';
}

function renderFurther({ images, title }: PublicLocation) {
  const further = images.slice(1, 1 + MAX_FURTHER);
  if (further.length === 0) return '–';
  return (
    <div className="comparison__pictures">
      {further.map((picture) => (
        <div key={picture.id} className="frame">
          <Picture picture={{ ...picture, alt: picture.alt || title }} sizes="120px" crop />
        </div>
      ))}
    </div>
  );
}

function renderRemoval(locations: readonly PublicLocation[]) {
  return ({ id, title }: PublicLocation) => (
    <a
      className="link"
      href={formatComparisonHref(locations.filter((one) => one.id !== id).map((one) => one.locationurl))}
    >
      Remove<span className="visually-hidden"> {title}</span>
    </a>
  );
}
