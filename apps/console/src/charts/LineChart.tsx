import { Failure } from '../parts/Failure.tsx';
import { useLater } from '../parts/later.ts';
import type { LinePlotProps } from './LinePlot.tsx';
import './charts.css';

/** Lines over intervals, wherever the console draws any. What draws them is loaded with the first, in the room that they will take. */
export function LineChart(props: LinePlotProps) {
  const plot = useLater('lines', () => import('./LinePlot.tsx'));
  if (plot.data !== undefined) return <plot.data.LinePlot {...props} />;
  if (plot.error !== null) return <Failure error={plot.error} retry={() => void plot.refetch()} />;
  return <div className={props.isSmall === true ? 'plot small waiting' : 'plot waiting'} />;
}
