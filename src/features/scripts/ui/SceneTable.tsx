import { memo } from 'react';
import { formatEighths } from '../format-eighths.ts';
import type { Scene, Script } from '../reading/script.ts';
import { useGrowingCount } from './useGrowingCount.ts';

/** The scenes of a script, in its order. */
export function SceneTable({ script }: { script: Script }) {
  const count = useGrowingCount(script.scenes.length);
  return (
    <section aria-labelledby="script-scenes">
      <h3 id="script-scenes">Scenes</h3>
      {/* A scrollable region must be focusable for keyboard users. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="script-scroll" role="region" aria-label="Scenes: table" tabIndex={0}>
        <table className="script-scenes">
          <thead>
            <tr>
              <th scope="col">Scene</th>
              <th scope="col">Heading</th>
              <th scope="col">Pages</th>
            </tr>
          </thead>
          <tbody>
            {script.scenes.slice(0, count).map((scene) => (
              <SceneRow key={scene.line} scene={scene} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Rows that are shown already do not render again when others are added. */
const SceneRow = memo(function SceneRow({ scene: { number, heading, eighths, isOmitted } }: { scene: Scene }) {
  return (
    <tr>
      <td>{number}</td>
      <th scope="row">{heading}</th>
      <td>{isOmitted ? '' : formatEighths(eighths)}</td>
    </tr>
  );
});
